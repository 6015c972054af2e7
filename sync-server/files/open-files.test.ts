import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startS3Server } from '#server/test/services/s3-server.ts'
import { openFiles } from './open-files.ts'

const s3 = await startS3Server()
const folder = await mkdtemp(join(tmpdir(), 'holdfast-open-files-'))
afterAll(async () => {
  await s3.remove()
  await rm(folder, { recursive: true, force: true })
})

const settings = {
  DATA_DIR: folder,
  FILES_DIR: undefined,
  S3_BUCKET: s3.place.bucket,
  S3_ENDPOINT: s3.place.endpoint,
  S3_REGION: s3.place.region,
  S3_ACCESS_KEY_ID: s3.place.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.place.secretAccessKey,
}
const silent = (message: string) => expect(message).toBe('nothing')
const bytes = Buffer.from('A page')
const readIn = async (files: Awaited<ReturnType<typeof openFiles>>) =>
  new Response(await files.read('firm/paper', 2, 5)).text()

it('without a bucket files are kept in a folder', async () => {
  const files = await openFiles({ ...settings, S3_BUCKET: undefined }, silent)
  await files.keep('firm/paper', bytes)
  expect(await readIn(files)).toBe('page')
  expect(
    await readIn(await openFiles({ ...settings, S3_BUCKET: undefined, FILES_DIR: join(folder, 'files') }, silent)),
  ).toBe('page')
})

it('with a bucket they are kept there', async () => {
  await (await openFiles(settings, silent)).keep('firm/paper', bytes)
  expect(await readIn(await openFiles(settings, silent))).toBe('page')
})

it.each([
  [{ S3_BUCKET: 'pappers' }, `has no bucket “pappers”: make it there, or name another one as S3_BUCKET`],
  [{ S3_ACCESS_KEY_ID: 'nobody' }, 'does not know these keys (InvalidAccessKeyId): S3_ACCESS_KEY_ID'],
  [{ S3_SECRET_ACCESS_KEY: 'wrong' }, 'does not know these keys (SignatureDoesNotMatch): S3_ACCESS_KEY_ID'],
])('a mistake stops the server with a sentence: %o', async (mistake, message) => {
  await expect(openFiles({ ...settings, ...mistake }, silent)).rejects.toThrow(message)
})

it('a storage that does not answer is logged, and used as soon as it does', async () => {
  await s3.stop()
  const logged: string[] = []
  const files = await openFiles(settings, (message) => logged.push(message))
  expect(logged).toEqual([expect.stringMatching(/does not answer \(ECONNREFUSED\)\. Everything else works/)])
  await expect(files.keep('firm/other', bytes)).rejects.toThrow('does not answer')
  await s3.start()
  await files.keep('firm/paper', Buffer.from('My page'))
  expect(await readIn(files)).toBe(' pag')
})
