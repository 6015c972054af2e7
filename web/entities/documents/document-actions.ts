import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import i18next from 'i18next'
import type { Row } from '#schema/registry.ts'
import { download } from '#web/records/files/download.ts'
import { uploadAction } from '#web/records/files/upload-action.tsx'
import { viewAddress } from '#web/records/files/view-address.ts'
import { safeAddress } from '#web/records/columns/file-link.tsx'
import type { ActionPlan } from '#web/records/actions/record-action.ts'

const addressOf = ({ url }: Row<'documents'>): string | undefined => safeAddress(url)

export const documentActions: readonly ActionPlan<'documents'>[] = [
  {
    id: 'view',
    icon: IconExternalLink,
    label: () => i18next.t('documents:view'),
    appliesTo: (document) => addressOf(document) !== undefined,
    href: (document) => viewAddress('documents', document, document.url) ?? addressOf(document),
    opensNewTab: true,
    isMain: true,
  },
  {
    id: 'download',
    icon: IconDownload,
    label: () => i18next.t('documents:download'),
    appliesTo: (document) => addressOf(document) !== undefined,
    run: (document, _, store) => void download(addressOf(document)!, document.fileName ?? document.name, store.status),
  },
  uploadAction('documents'),
]
