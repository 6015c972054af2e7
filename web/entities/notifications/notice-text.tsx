import type { ReactNode } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import { choiceLabel, textOf } from '#web/records/names/entity-texts.ts'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import { titleOf } from '#web/records/names/record-title.ts'
import type { Store } from '#web/store/base/contract.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { localizedDevice } from '#web/i18n/localized-device.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { aboutOf, causedBy, countOf, deviceOf, isAboutAccount, type Notice } from './notice.ts'

export function NoticeText({ notice }: { readonly notice: Notice }): ReactNode {
  const store = useStore()
  const parts = partsOf(store, notice)
  const key = namedKey(notice, parts) ?? paymentKey(store, notice) ?? notice.titleKey.replace(/^notifications:/, '')
  // If this device may not know the record, the text omits its name.
  const variant = parts ? key : key.replace(/^titles\./, 'counted.')
  if (textOf('notifications', variant) === null) return choiceLabel('notifications', 'kind', notice.kind)
  if (!parts) return textOf('notifications', variant, { n: count(countOf(notice)) })
  const names = Object.keys(parts)
  return (
    <Sentence
      format={(...places) =>
        textOf('notifications', variant, Object.fromEntries(names.map((name, at) => [name, places[at] ?? '']))) ?? ''
      }
      parts={Object.values(parts)}
    />
  )
}

/** A conflict has variants with the record and, if known, the person. */
function namedKey({ kind, titleKey }: Notice, parts: ReturnType<typeof partsOf>): string | undefined {
  if (kind !== 'CHANGE_CONFLICT' || !parts || !titleKey.startsWith('notifications:titles.')) return undefined
  return parts['who'] ? 'conflictBy' : 'conflictOn'
}

/** Distributions, dividends and interest share a kind. */
function paymentKey(store: Store, notice: Notice): 'dividendOf' | 'interestOf' | undefined {
  const { id } = aboutOf(notice) ?? {}
  const type = notice.kind === 'DISTRIBUTION' && id ? store.table('cashFlows').get(id)?.type : undefined
  return type === 'DIVIDEND' ? 'dividendOf' : type === 'INTEREST' ? 'interestOf' : undefined
}

/** Null if it is about several records, or the record is not on this device. */
function partsOf(store: Store, notice: Notice): Readonly<Record<string, ReactNode>> | null {
  const about = aboutOf(notice)
  if (!about) return null
  if (isAboutAccount(notice)) {
    const device = deviceOf(notice)
    return { device: <bdi>{device === undefined ? textOf('sessions', 'unknown') : localizedDevice(device)}</bdi> }
  }
  const row: AnyRow | undefined = store.table(about.entity as EntityName).get(about.id)
  if (!row) return null
  const name = titleOf(about.entity, row, titleReaderOf(store))
  if (name === undefined) return null
  const causer = causedBy(notice)
  const { amount, currency } = row
  return {
    name: <Name>{name}</Name>,
    ...(causer !== undefined && { who: <Name>{causer}</Name> }),
    ...(typeof amount === 'string' &&
      typeof currency === 'string' && {
        amount: <Money amount={amount} currency={currency} as={amount.endsWith('.00') ? 'whole' : 'exact'} />,
      }),
  }
}
