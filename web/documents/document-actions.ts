import { IconDownload, IconExternalLink, IconFileUpload } from '@tabler/icons-react'
import i18next from 'i18next'
import { isOwnCall } from '#schema/own-call.ts'
import type { Row } from '#schema/registry.ts'
import type { ActionPlan } from '#web/records/record-action.ts'
import { preloadable } from '#web/ui/preloadable.tsx'
import { download } from './download.ts'

/** One of the server's own calls would do something instead of showing a document. */
const addressOf = ({ url }: Row<'documents'>): string | undefined =>
  url && !isOwnCall(url, location.origin) ? url : undefined

export const documentActions: readonly ActionPlan<'documents'>[] = [
  {
    id: 'view',
    icon: IconExternalLink,
    label: () => i18next.t('documents:view'),
    suits: (document) => addressOf(document) !== undefined,
    href: addressOf,
    isElsewhere: true,
  },
  {
    id: 'download',
    icon: IconDownload,
    label: () => i18next.t('documents:download'),
    suits: (document) => addressOf(document) !== undefined,
    run: (document) => download(addressOf(document)!, document.fileName ?? document.name),
  },
  {
    id: 'file',
    icon: IconFileUpload,
    label: () => i18next.t('documents:uploadFile'),
    needs: { entity: 'documents', verb: 'upload' },
    opens: preloadable(() => import('./upload-file.tsx').then((each) => each.UploadFile)),
    isForm: true,
  },
]
