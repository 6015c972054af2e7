import { IconDownload, IconExternalLink, IconFileUpload } from '@tabler/icons-react'
import i18next from 'i18next'
import type { Row } from '#schema/registry.ts'
import { addressOfPaper } from '#web/records/paper-name.tsx'
import type { ActionPlan } from '#web/records/record-action.ts'
import { preloadable } from '#web/ui/preloadable.tsx'
import { download } from './download.ts'

const addressOf = ({ url }: Row<'documents'>): string | undefined => addressOfPaper(url)

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
