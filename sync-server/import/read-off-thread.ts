// Large or broken files must not block requests.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ImportError } from './import-error.ts'
import type { ReadAnswer, ReadOrder } from './read-thread.ts'

const maxMegabytes = 256

/** The thread ends with its caller or the signal. */
export async function* readOffThread(order: ReadOrder, signal?: AbortSignal): AsyncGenerator<ReadAnswer> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('read-thread.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  })
  try {
    for (;;) {
      const [answer] = (await once(worker, 'message', signal ? { signal } : {})) as [ReadAnswer]
      if (answer.problem !== undefined) throw new ImportError(`${order.source.path} ${answer.problem}`)
      yield answer
      if (answer.isEnd) return
      worker.postMessage('next')
    }
  } finally {
    await worker.terminate()
  }
}
