import { Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { protocolVersion } from '#schema/sync/protocol.ts'
import { type EntityName, replicatedEntities } from '#schema/registry.ts'
import { useCachedFiles } from '#web/records/files/use-cached-file.ts'
import { unsentIn } from '#web/store/base/unsent.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { CopyButton } from '#web/ui/page/copy-button.tsx'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

interface StorageUse {
  readonly used: number | undefined
  readonly granted: number | undefined
  readonly isPersisted: boolean
}

function useStorageUse(): StorageUse | undefined {
  const [storageUse, setStorageUse] = useState<StorageUse>()
  useEffect(() => {
    let isMounted = true
    const { storage } = navigator as { readonly storage?: StorageManager }
    if (storage)
      void Promise.all([storage.estimate(), storage.persisted()]).then(
        ([{ usage, quota }, isPersisted]) => isMounted && setStorageUse({ used: usage, granted: quota, isPersisted }),
        () => {},
      )
    return () => {
      isMounted = false
    }
  }, [])
  return storageUse
}

export function SystemInformation() {
  const { t } = useTranslation('settings')
  const facts = useFacts()
  const report = facts.map(([name, value]) => [name, ...[value].flat()].join('\n  ')).join('\n')
  return (
    <Stack gap="md" align="flex-start">
      <Facts>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {[value].flat().map((line) => (
              <div key={line}>
                <bdi>{line}</bdi>
              </div>
            ))}
          </Fact>
        ))}
      </Facts>
      <CopyButton text={report} label={t('systemCopy')} variant="default" />
    </Stack>
  )
}

type SystemFact = readonly [name: string, value: string | readonly string[]]

function useFacts(): readonly SystemFact[] {
  const { t } = useTranslation('settings')
  const store = useStore()
  const status = useSyncStatus()
  const { lastSync, failed = [] } = status
  const { moment } = useDates()
  const room = useStorageUse()
  const cachedFiles = useCachedFiles()
  const rows = replicatedEntities.reduce((sum, { name }) => sum + store.table(name as EntityName).size, 0)
  const size = (bytes: number | undefined): string =>
    bytes === undefined ? t('systemUnknown') : t('megabytes', { n: count(Math.ceil(bytes / 1_000_000)) })
  const protection = room && (room.isPersisted ? t('systemPersisted') : t('systemEvictable'))
  const cachedSize = size(cachedFiles.reduce((sum, each) => sum + each.size, 0))
  return [
    [
      t('systemVersion'),
      t('systemBuild', { version: import.meta.env['APP_VERSION'], build: import.meta.env['APP_BUILD'] }),
    ],
    [t('systemProtocol'), count(protocolVersion)],
    [t('systemDevice'), navigator.userAgent.replace(/^Mozilla\/5\.0 /, '')],
    [t('systemContact'), lastSync === null ? t('systemNever') : moment(lastSync)],
    [t('systemWaiting'), count(unsentIn(status))],
    [t('systemRows'), count(rows)],
    [t('systemKept'), t('systemKeptSize', { n: count(cachedFiles.length), size: cachedSize })],
    [t('systemStorage'), size(room?.used)],
    [t('systemGranted'), [size(room?.granted), protection].filter(Boolean).join(' · ')],
    [
      t('systemRequests'),
      failed.length === 0
        ? t('systemNoRequests')
        : failed.map(({ at, status, path, requestId }) => `${moment(at)} · ${status} ${path} · ${requestId}`),
    ],
  ]
}
