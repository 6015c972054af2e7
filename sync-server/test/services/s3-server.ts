import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { BucketConfig } from '#server/files/bucket.ts'

export interface S3Server {
  readonly place: BucketConfig
  readonly folder: string
  start(): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

const bucket = 'papers'
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-s3-'))
  const create = (port: number) =>
    new S3rver({
      port,
      address: '127.0.0.1',
      directory: folder,
      silent: true,
      vhostBuckets: false,
      configureBuckets: [{ name: bucket }],
    })
  let running: ReturnType<typeof create> | undefined = create(0)
  const { port }: AddressInfo = await running.run()

  async function stop(): Promise<void> {
    if (!running) return
    running.httpServer.closeAllConnections()
    await running.close()
    running = undefined
  }

  return {
    place: { bucket, endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', ...keys },
    folder,
    async start() {
      running ??= create(port)
      await running.run()
    },
    stop,
    async remove() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
