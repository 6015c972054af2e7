import { Group, Stack } from '@mantine/core'
import type { Row } from '#schema/registry.ts'
import { FileBadge } from '#web/records/files/file-badge.tsx'
import { isFileOnDevice } from '#web/records/files/is-on-device.ts'
import { PinFile } from '#web/records/files/pin-file.tsx'
import { LostFile } from '#web/records/files/lost-file.tsx'
import { Name } from '#web/ui/format/name.tsx'

export const AttachmentName = ({ row }: { readonly row: Row<'referralAttachments'> }) => (
  <Stack gap="xs" align="start">
    <Group gap="xs">
      <Name>{row.documentName}</Name>
      <FileBadge entity="referralAttachments" row={row} address={row.documentUrl} />
    </Group>
    <LostFile entity="referralAttachments" row={row} />
    {isFileOnDevice('referralAttachments', row, row.documentUrl) && (
      <PinFile entity="referralAttachments" id={row.id} />
    )}
  </Stack>
)
