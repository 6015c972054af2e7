import { filePathOf } from '#schema/kernel/files.ts'
import { unavailableFilePath } from '#schema/app/unavailable-file.ts'
import { ownerAt } from '#web/store/files/file-address.ts'
import type { AppLocation } from './unshared-reason-in.ts'

export function unavailableFileIn({ pathname, search }: AppLocation): string | undefined {
  if (pathname !== unavailableFilePath) return undefined
  const { file } = search as { readonly file?: unknown }
  const address = typeof file === 'string' ? URL.parse(file, location.origin) : null
  const owner = address && ownerAt(address)
  return owner ? filePathOf(owner.id, owner.entity) : undefined
}
