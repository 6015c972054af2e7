import { pathOf } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { registry } from '#schema/registry.ts'
import type { PendingUpload } from '#web/store/base/pending-upload.ts'
import { filePagePath } from '#web/ui/page/use-link-to.ts'
import { isFileOnDevice } from './is-on-device.ts'
import type { WithFile } from './with-file.ts'

export const viewableTypes: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg']

interface FileInfo extends Values {
  readonly id: string
  readonly version: number
  readonly mimeType: string | null
}

const pathOfView = (entity: WithFile, id: string): string => `${filePagePath}${pathOf(registry[entity])}/${id}`

const isViewable = (type: string | null): boolean => viewableTypes.includes(type ?? '')

export const viewAddress = (entity: WithFile, file: FileInfo, address: string | null): string | undefined =>
  isFileOnDevice(entity, file, address) && isViewable(file.mimeType) ? pathOfView(entity, file.id) : undefined

export const pendingViewAddress = (entity: WithFile, { id, type }: PendingUpload): string | undefined =>
  isViewable(type) ? pathOfView(entity, id) : undefined
