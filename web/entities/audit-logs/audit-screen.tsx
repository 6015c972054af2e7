import { Button, Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OnlineStatePlaceholder, OlderCopyBanner } from '#web/records/data/online-state-placeholder.tsx'
import { Moment } from '#web/ui/format/dates/moment.tsx'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { applyPatch, type SearchPatch } from '#web/ui/search/list-search.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import type { EntityName } from '#schema/registry.ts'
import { useReads } from '#web/records/data/use-online.ts'
import { OutcomeBadge } from './outcome-badge.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { type AuditSearch, noFilters, queryOf } from './entry.ts'
import { EntryDetails } from './entry-details.tsx'
import { Actor, EntrySentence } from './entry-sentence.tsx'
import { useNavigateTo } from '#web/ui/search/use-address.ts'
import { ExportTrail } from './export-trail.tsx'
import { useEntries } from './use-entries.ts'
import classes from './audit-screen.module.css'

const names: readonly EntityName[] = ['users']

export function AuditScreen() {
  const { t } = useTranslation('audit')
  useReads(names)
  const navigateTo = useNavigateTo()
  const search: AuditSearch = useSearch({ strict: false })
  const query = queryOf(search)
  const { state, entries, more, again } = useEntries(query)
  const shown = entries.find(({ id }) => id === search.entry)
  // Back closes the opened entry and keeps the filters.
  const setSearch = (patch: SearchPatch<AuditSearch>) =>
    navigateTo({
      to: '/settings/audit',
      search: applyPatch(search, patch),
      replace: patch.entry === undefined,
    })
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={<ExportTrail query={query} />}>
      <AuditFilters search={search} setSearch={setSearch} />
      {state.kind === 'failed' && entries.length > 0 && <OlderCopyBanner problem={state.problem} />}
      {entries.length > 0 ? (
        <>
          <PlainTable
            label={t('title')}
            stacked
            columns={[{ header: t('what') }, { header: t('who') }, { header: t('when') }, { header: t('outcome') }]}
            rows={entries.map((entry) => ({
              id: entry.id,
              cells: [
                <button
                  key="what"
                  type="button"
                  className={classes['open']}
                  onClick={() => setSearch({ entry: entry.id })}
                >
                  <EntrySentence entry={entry} />
                </button>,
                <span key="who" className={classes['who']}>
                  <Actor entry={entry} />
                </span>,
                <span key="when" className={classes['when']}>
                  <Moment at={entry.timestamp} />
                </span>,
                <OutcomeBadge key="outcome" outcome={entry.outcome} />,
              ],
            }))}
          />
          {more && (
            <Group justify="center">
              <Button variant="default" onClick={more}>
                {t('more')}
              </Button>
            </Group>
          )}
        </>
      ) : state.kind === 'here' ? (
        <EmptyState icon={IconHistory} title={query ? t('noMatch') : t('empty')} />
      ) : (
        <OnlineStatePlaceholder state={state} icon={IconHistory} onRetry={again} />
      )}
      <Dialog
        opened={shown !== undefined}
        title={t('details')}
        onClose={() => setSearch({ entry: undefined })}
        size="lg"
      >
        {shown && <EntryDetails entry={shown} onShow={(only) => setSearch({ ...noFilters, ...only })} />}
      </Dialog>
    </Page>
  )
}
