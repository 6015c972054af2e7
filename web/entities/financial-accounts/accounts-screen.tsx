import { Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { EntityName } from '#schema/registry.ts'
import { OnlineStatePlaceholder, OlderCopyBanner } from '#web/records/data/online-state-placeholder.tsx'
import { useReads } from '#web/records/data/use-online.ts'
import { Page } from '#web/ui/page/page.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { firmActions, ownerActions } from './account-actions.ts'
import { accountKinds } from './account-kinds.ts'
import { AccountTable } from './account-table.tsx'
import { useAccounts } from './use-accounts.ts'

export function MyAccountsScreen() {
  const { t } = useTranslation('accounts')
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Text c="dimmed">{t('sealedText')}</Text>
      <Accounts isOwn />
    </Page>
  )
}

const owners: readonly EntityName[] = ['users']

export function SecretsScreen() {
  const { t } = useTranslation('accounts')
  useReads(owners)
  return (
    <Page title={t('secretsTitle')} subtitle={t('secretsSubtitle')}>
      <Accounts isOwn={false} />
    </Page>
  )
}

function Accounts({ isOwn }: { readonly isOwn: boolean }) {
  const { id: own } = useStore().identity
  const { state, rows, reload } = useAccounts()
  const hasRows = accountKinds.some(({ entity }) => rows[entity].length > 0)
  if (state.kind !== 'here' && !hasRows)
    return <OnlineStatePlaceholder state={state} icon={IconLock} onRetry={reload} />
  return (
    <>
      {state.kind === 'failed' && <OlderCopyBanner problem={state.problem} />}
      {accountKinds.map((kind) => (
        <AccountTable
          key={kind.entity}
          kind={kind}
          rows={rows[kind.entity].filter(({ userId }) => !isOwn || userId === own)}
          actions={isOwn ? ownerActions(kind.entity) : firmActions(kind.entity)}
          isOwn={isOwn}
        />
      ))}
    </>
  )
}
