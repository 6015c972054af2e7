import { IconUserShare } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { foldText } from '#web/store/fold-text.ts'
import type { ListScreenProps } from '#web/ui/list-search.ts'
import { Page } from '#web/ui/page.tsx'
import { RecordList } from '#web/records/record-list.tsx'
import { referralColumns } from './referral-columns.tsx'

type Referral = Row<'referrals'>

const searchText = ({ name, email }: Referral): string => `${name} ${email ?? ''}`
const sorts = {
  name: ({ name }: Referral) => foldText(name),
  email: ({ email }: Referral) => email && foldText(email),
  status: ({ isActive }: Referral) => (isActive ? 0 : 1),
}

export function ReferralsScreen({ search, setSearch }: ListScreenProps) {
  const { t } = useTranslation(['referrals', 'fields', 'common'])
  const columns = useMemo(() => referralColumns(t), [t])
  return (
    <Page title={t('title')} subtitle={t('subtitle')} fill>
      <RecordList
        entity="referrals"
        label={t('title')}
        search={search}
        setSearch={setSearch}
        searchHint={t('search')}
        searchText={searchText}
        sorts={sorts}
        columns={columns}
        icon={IconUserShare}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        noMatch={t('noMatch')}
      />
    </Page>
  )
}
