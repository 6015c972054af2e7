import { Avatar, Button, FileButton, Group } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { userPath } from '#schema/sync/protocol.ts'
import { useSession } from '#web/session/session-context.ts'
import { resultOf } from '#web/store/base/result-of.ts'
import { personName } from '#web/ui/format/person-name.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { useAction } from '#web/ui/overlay/dialogs/use-action.ts'
import { useStore } from '#web/ui/store-context.ts'
import { makePicture } from './make-picture.ts'

/** Devices remember the picture with the person, so it is available offline. */
export function MyPicture() {
  const { t } = useTranslation('settings')
  const { identity, online } = useStore()
  const session = useSession()
  const { isBusy, run } = useAction()
  const { profileImageUrl } = identity
  const save = (picture: string | null) =>
    reportResult(
      () => resultOf(() => online.request('PATCH', userPath, { profileImageUrl: picture })),
      () => {
        toast.success(t(picture === null ? 'pictureRemoved' : 'pictureChanged'))
        void session.refresh()
      },
      t('pictureFailed'),
    )
  const choose = async (file: File | null) => {
    if (!file) return
    const picture = await makePicture(file)
    if (picture === null) toast.error(t('pictureUnread'))
    else await save(picture)
  }
  return (
    <Group gap="sm">
      <Avatar src={profileImageUrl} name={personName(identity)} color="brand" radius="50%" size={72} alt="" />
      <FileButton accept="image/*" onChange={(file) => void run(() => choose(file))}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            aria-busy={isBusy}
            leftSection={<IconPhoto size={18} stroke={1.6} aria-hidden="true" />}
          >
            {t('choosePicture')}
          </Button>
        )}
      </FileButton>
      {profileImageUrl !== null && (
        <Button
          variant="subtle"
          color="red"
          aria-busy={isBusy}
          leftSection={<IconTrash size={18} stroke={1.6} aria-hidden="true" />}
          onClick={() => void run(() => save(null))}
        >
          {t('removePicture')}
        </Button>
      )}
    </Group>
  )
}
