import type { Device } from '#server/test/device.ts'

export interface Listener {
  readonly name: string
  readonly device: Device
  capture(where: string, text: string, echo?: readonly string[]): void
  request(
    method: string,
    path: string,
    body?: unknown,
    echo?: readonly string[],
    headers?: Record<string, string>,
  ): Promise<Captured>
  follow(path: string): Promise<{ stop(): Promise<string> }>
  find(traces: readonly string[], except?: (where: string) => boolean): readonly string[]
  readonly count: number
}

export interface Captured {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

export function createListener(name: string, device: Device, without: RegExp): Listener {
  const captured: (readonly [where: string, text: string])[] = []
  const capture: Listener['capture'] = (where, text, echo = []) => {
    const own = echo.filter((each) => each !== '')
    captured.push([
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
    capture,
    async request(method, path, body, echo, given) {
      const response = await device.request(method, path, body, given)
      const text = await response.text()
      const { status, headers } = response
      capture(`${method} ${path.split('?')[0]}`, `${JSON.stringify([...headers])} ${text}`, echo)
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
          capture(path, all)
          return all
        },
      }
    },
    find(traces, except = () => false) {
      const wanted = traces.map((each) => each.toLowerCase())
      return captured.flatMap(([where, text]) =>
        except(where) ? [] : wanted.filter((each) => text.includes(each)).map((each) => `${where} says ${each}`),
      )
    },
    get count() {
      return captured.length
    },
  }
}
