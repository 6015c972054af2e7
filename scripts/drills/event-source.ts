// What a browser's EventSource does: it connects again after the end of a stream, but not after a refusal.
import { setTimeout as after } from 'node:timers/promises'
import type { HintSource } from '#web/store/base/deps.ts'

type Listener = Parameters<HintSource['addEventListener']>[1]

const defaultRetryMs = 3_000
const [connecting, open, closed] = [0, 1, 2]

export function openEventSource(url: string, headers: Readonly<Record<string, string>>): HintSource {
  const listeners = new Map<string, Listener[]>()
  const stopping = new AbortController()
  const { signal } = stopping
  let readyState = connecting
  let retryMs = defaultRetryMs

  const dispatch = (type: string, data?: string): void => {
    if (!signal.aborted) for (const listener of listeners.get(type) ?? []) listener({ data })
  }

  function receive(event: string): void {
    const lines = event.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line)?.slice(1) ?? [])
    const valueOf = (name: string) => lines.find(([key]) => key === name)?.[1]
    retryMs = Number(valueOf('retry') ?? retryMs)
    const [type, data] = [valueOf('event'), valueOf('data')]
    if (type !== undefined && data !== undefined) dispatch(type, data)
  }

  async function readStream(): Promise<'refused' | 'ended'> {
    const response = await fetch(url, { headers, signal })
    if (response.status !== 200) return 'refused'
    readyState = open
    let text = ''
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      const events = (text + part).split('\n\n')
      text = events.pop()!
      events.forEach(receive)
    }
    return 'ended'
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const result = await readStream().catch(() => 'ended' as const)
      readyState = result === 'refused' ? closed : connecting
      dispatch('error')
      if (result === 'refused') return
      await after(retryMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  void run()
  return {
    get readyState() {
      return readyState
    },
    addEventListener: (type, listener) => void listeners.set(type, [...(listeners.get(type) ?? []), listener]),
    close() {
      readyState = closed
      stopping.abort()
    },
  }
}
