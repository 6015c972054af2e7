import type { Page } from 'playwright'

export interface Watched {
  readonly event: 'keydown' | 'click'
  /** Selectors; text and `aria-rowcount` are compared. */
  readonly shows: string
}

/** From the event until the next frame, and until a frame with changed content, in ms. */
export interface Painted {
  readonly next: number
  readonly shown: number
}

interface Watching {
  painted?: Promise<Painted>
}

export async function untilPainted(page: Page, watched: Watched, act: () => Promise<unknown>): Promise<Painted> {
  await page.evaluate(({ event, shows }) => {
    const contentOf = () =>
      [...document.querySelectorAll(shows)]
        .map((each) => `${each.getAttribute('aria-rowcount')} ${each.textContent}`)
        .join('|')
    const frame = () =>
      new Promise<number>((resolve) =>
        // The first task after a frame's callbacks runs when the frame is painted.
        requestAnimationFrame(() => void scheduler.postTask(() => resolve(performance.now()))),
      )
    const watch = async ({ timeStamp }: Event): Promise<Painted> => {
      const before = contentOf()
      const next = (await frame()) - timeStamp
      let last = next
      while (contentOf() === before) {
        if (last > 10_000) throw new Error(`Nothing of ${shows} has changed in ten seconds`)
        last = (await frame()) - timeStamp
      }
      return { next, shown: last }
    }
    ;(globalThis as Watching).painted = new Promise((resolve) =>
      addEventListener(event, (made) => resolve(watch(made)), { capture: true, once: true }),
    )
  }, watched)
  await act()
  return page.evaluate(() => (globalThis as Watching).painted!)
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly args: { readonly name?: string }
}

export async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as object[] as TraceEvent[])))
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  const includedCategories = ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline']
  await session.send('Tracing.start', { traceConfig: { includedCategories }, transferMode: 'ReportEvents' })
  await work()
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const isMain = ({ pid, tid }: TraceEvent) => mains.some((main) => main.pid === pid && main.tid === tid)
  const tasks = events.filter((event) => event.name === 'RunTask' && isMain(event))
  return Math.max(...tasks.map(({ dur = 0 }) => dur / 1000))
}

export async function throttle(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}
