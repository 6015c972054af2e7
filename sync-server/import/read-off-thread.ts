// Large or broken files must not block requests.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ImportError } from './import-error.ts'
import type { ReadBatch, ReadRequest } from './read-thread.ts'

const maxMegabytes = 256

/** The thread ends with its caller or the signal. */
export async function* readOffThread(request: ReadRequest, signal?: AbortSignal): AsyncGenerator<ReadBatch> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('read-thread.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  })
  try {
    for (;;) {
      const [batch] = (await once(worker, 'message', signal ? { signal } : {})) as [ReadBatch]
      if (batch.problem !== undefined) throw new ImportError(`${request.source.path} ${batch.problem}`)
      yield batch
      if (batch.isEnd) return
      worker.postMessage('next')
    }
  } finally {
    await worker.terminate()
  }
}
