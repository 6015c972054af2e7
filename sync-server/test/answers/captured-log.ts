// What people were told, byte for byte: answers with their headers, streams, feeds. A trace is a text that stands only
// in records which they may not see.
import type { Device } from '#server/test/device.ts'

export interface Listener {
  readonly name: string
  readonly device: Device
  /** Keeps a text; without `echo`, which the person has sent themselves. */
  hear(where: string, text: string, echo?: readonly string[]): void
  /** Asks, and keeps what is answered. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    echo?: readonly string[],
    headers?: Record<string, string>,
  ): Promise<Heard>
  /** Opens a stream and keeps what it says. */
  follow(path: string): Promise<{ stop(): Promise<string> }>
  /** What holds one of these traces, in whatever case it is written. */
  find(traces: readonly string[], except?: (where: string) => boolean): readonly string[]
  readonly count: number
}

export interface Heard {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

/** `without` is of what everybody may know. */
export function createListener(name: string, device: Device, without: RegExp): Listener {
  const heard: (readonly [where: string, text: string])[] = []
  const hear: Listener['hear'] = (where, text, echo = []) => {
    const own = echo.filter((each) => each !== '')
    heard.push([
      where,
      own
        .reduce((rest, each) => rest.replaceAll(each, ''), text)
        .replaceAll(without, '')
        .toLowerCase(),
    ])
  }
  return {
    name,
    device,
    hear,
    async ask(method, path, body, echo, given) {
      const response = await device.request(method, path, body, given)
      const text = await response.text()
      const { status, headers } = response
      hear(`${method} ${path.split('?')[0]}`, `${JSON.stringify([...headers])} ${text}`, echo)
      return { status, text, headers }
    },
    async follow(path) {
      const reader = (await device.get(path)).body!.pipeThrough(new TextDecoderStream()).getReader()
      let all = ''
      const read = async (): Promise<void> => {
        for (let part = await reader.read(); !part.done; part = await reader.read()) all += part.value
      }
      const reading = read()
      return {
        async stop() {
          await reader.cancel()
          await reading
          hear(path, all)
          return all
        },
      }
    },
    find(traces, except = () => false) {
      const wanted = traces.map((each) => each.toLowerCase())
      return heard.flatMap(([where, text]) =>
        except(where) ? [] : wanted.filter((each) => text.includes(each)).map((each) => `${where} says ${each}`),
      )
    },
    get count() {
      return heard.length
    },
  }
}
