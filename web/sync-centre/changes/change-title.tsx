import i18next from 'i18next'
import type { ReactNode } from 'react'
import { type Operation, verbIn } from '#schema/sync/protocol.ts'
import { activityText } from '#web/records/names/entity-texts.ts'
import { localizedTitle } from '#web/records/names/record-title.ts'
import type { Store } from '#web/store/base/contract.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { type Names, recordName } from '#web/records/names/change-text.ts'

export const changeTitle = (store: Store, op: Operation, names: Names): ReactNode => (
  <Sentence
    format={(name) => i18next.t('common:labelled', { label: activityText(op.entity, verbIn(op)), value: name })}
    parts={[<Name key="name">{localizedTitle(recordName(store, op, names))}</Name>]}
  />
)
