import { Group } from '@mantine/core'
import type { Row } from '#schema/registry.ts'
import { FileBadge } from '#web/records/files/file-badge.tsx'
import { Name } from '#web/ui/format/name.tsx'

export const AttachmentName = ({ row }: { readonly row: Row<'referralAttachments'> }) => (
  <Group gap="xs">
    <Name>{row.documentName}</Name>
    <FileBadge entity="referralAttachments" row={row} address={row.documentUrl} />
  </Group>
)
