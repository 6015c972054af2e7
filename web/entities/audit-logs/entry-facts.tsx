import { useTranslation } from 'react-i18next'
import { Moment } from '#web/ui/format/dates/moment.tsx'
import { listed } from '#web/ui/format/listed.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import type { AuditEntry } from './entry.ts'
import { OutcomeBadge } from './outcome-badge.tsx'
import { Actor } from './entry-sentence.tsx'
import { entryFieldLabel, jobLabel, refusalLabel } from './entry-labels.ts'

export function EntryFacts({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation(['audit', 'shell'])
  const { actor, entity, timestamp, deviceTime, outcome, details } = entry
  const { address, reason, field, secrets = [], code, call, repeated } = details
  return (
    <Facts>
      <Fact name={t('who')}>
        <Actor entry={entry} />
      </Fact>
      {actor.role && <Fact name={t('inRole')}>{t(`shell:role.${actor.role}`)}</Fact>}
      <Fact name={t('outcome')}>
        <OutcomeBadge outcome={outcome} />
      </Fact>
      <Fact name={t('serverTime')}>
        <Moment at={timestamp} />
      </Fact>
      {deviceTime && (
        <Fact name={t('deviceTime')}>
          <Moment at={deviceTime} />
        </Fact>
      )}
      {address && (
        <Fact name={t('address')}>
          <bdi dir="ltr">{address}</bdi>
        </Fact>
      )}
      {actor.job && <Fact name={t('job')}>{jobLabel(actor.job)}</Fact>}
      {actor.file && (
        <Fact name={t('file')}>
          <Name>{actor.file}</Name>
        </Fact>
      )}
      {field && <Fact name={t('value')}>{entryFieldLabel(entity, field)}</Fact>}
      {secrets.length > 0 && (
        <Fact name={t('replaced')}>{listed(secrets.map((each) => entryFieldLabel(entity, each)))}</Fact>
      )}
      {reason && (
        <Fact name={t('reason')} wide>
          <Name>{reason}</Name>
        </Fact>
      )}
      {code && (
        <Fact name={t('why')} wide>
          {refusalLabel(code)}
        </Fact>
      )}
      {call && (
        <Fact name={t('call')}>
          <bdi dir="ltr">{call}</bdi>
        </Fact>
      )}
      {repeated !== undefined && <Fact name={t('repeated')}>{count(repeated)}</Fact>}
    </Facts>
  )
}
