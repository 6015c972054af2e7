import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Bucket, BucketConfig, StorageUnavailable } from './bucket.ts'
import { type FileStore, folderStore } from './file-store.ts'

type Settings = Pick<
  Config,
  | 'STORE_FILES_IN'
  | 'DATA_DIR'
  | 'FILES_DIR'
  | 'S3_BUCKET'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
>

export const filesFolderOf = ({ FILES_DIR, DATA_DIR }: Pick<Settings, 'FILES_DIR' | 'DATA_DIR'>): string =>
  resolve(FILES_DIR ?? join(DATA_DIR, 'files'))

type Warn = (message: string) => void

/** An unavailable storage is only a warning: files wait on devices. */
export async function openFiles(settings: Settings, warn: Warn): Promise<FileStore> {
  const { target, source } = await openStorages(settings, warn)
  if (!source) return target
  const { twoStores } = await import('./two-stores.ts')
  return twoStores(target, source)
}

export interface Storages {
  readonly target: FileStore
  readonly source: FileStore | undefined
}

export async function openStorages(settings: Settings, warn: Warn): Promise<Storages> {
  const openFolder = () => folderStore(filesFolderOf(settings))
  if (!settings.S3_BUCKET) return { target: openFolder(), source: undefined }
  const bucket = await openS3(settings.S3_BUCKET, settings, warn)
  if (!settings.STORE_FILES_IN) return { target: bucket, source: undefined }
  const folder = openFolder()
  return settings.STORE_FILES_IN === 'bucket' ? { target: bucket, source: folder } : { target: folder, source: bucket }
}

async function openS3(name: string, settings: Settings, warn: Warn): Promise<FileStore> {
  const bucketConfig = bucketConfigOf(name, settings)
  // Nodes with a folder do not load the S3 client.
  const [{ openBucket, StorageUnavailable }, { s3Store }] = await Promise.all([
    import('./bucket.ts'),
    import('./s3-store.ts'),
  ])
  const bucket = openBucket(bucketConfig)
  await checkBucket(bucket).catch((error: unknown) => {
    if (!(error instanceof StorageUnavailable)) throw error
    if (error.refusal !== null) throw new Error(describeFailure(bucketConfig, error), { cause: error })
    warn(`${error.message}. Everything else works, and files wait on their devices until it does.`)
  })
  return s3Store(bucket)
}

const bucketConfigOf = (bucket: string, settings: Settings): BucketConfig => ({
  bucket,
  endpoint: settings.S3_ENDPOINT ?? `https://s3.${settings.S3_REGION}.amazonaws.com`,
  region: settings.S3_REGION,
  accessKeyId: settings.S3_ACCESS_KEY_ID!,
  secretAccessKey: settings.S3_SECRET_ACCESS_KEY!,
})

async function checkBucket(bucket: Bucket): Promise<void> {
  const key = `trial/${randomUUID()}`
  await bucket.put(key, Buffer.from('May Holdfast keep files here?'))
  await (await bucket.get(key))?.body?.cancel()
  await bucket.list('trial/')
  await bucket.remove(key)
}

const keysRefused: readonly (string | null)[] = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidSecurity']
const otherRegion: readonly (string | null)[] = [
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  '301',
  '307',
]

function describeFailure({ bucket, endpoint, region }: BucketConfig, { refusal, message }: StorageUnavailable): string {
  if (keysRefused.includes(refusal))
    return `The file storage at ${endpoint} does not know these keys (${refusal}): S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are those of somebody who may use the bucket “${bucket}”`
  if (refusal === 'NoSuchBucket')
    return `The file storage at ${endpoint} has no bucket “${bucket}”: make it there, or name another one as S3_BUCKET`
  if (refusal === 'AccessDenied')
    return `The file storage at ${endpoint} does not let these keys read, write, list and delete in the bucket “${bucket}” (AccessDenied)`
  if (otherRegion.includes(refusal))
    return `The bucket “${bucket}” is not in the region ${region} (${refusal}): S3_REGION names its own, and S3_ENDPOINT the address there`
  return `The files cannot be kept in the bucket “${bucket}”. ${message}`
}
