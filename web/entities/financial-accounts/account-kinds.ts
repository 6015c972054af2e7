import { IconBuildingBank, IconChartCandle, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { registry } from '#schema/registry.ts'
import { type AccountName, type SealedField, sealedFields } from '#schema/kernel/sealed.ts'
import { type AnyForm, formOf } from '#web/records/form/form-of.ts'

export interface ShownField extends SealedField {
  readonly shownBy: string
}

export interface AccountKind {
  readonly entity: AccountName
  readonly icon: ComponentType<IconProps>
  /** The first one names the account. */
  readonly open: AnyForm<AccountName>
  /** Sealed values that people enter; the API accepts others. */
  readonly sealed: readonly ShownField[]
}

export const shownFields = (entity: AccountName): readonly ShownField[] =>
  sealedFields(registry[entity]).filter((each): each is ShownField => each.shownBy !== null)

const sealedOf = (entity: AccountName, fields: readonly string[]): readonly ShownField[] =>
  shownFields(entity).filter((each) => fields.includes(each.inputName))

export const accountKinds: readonly AccountKind[] = [
  {
    entity: 'bankAccounts',
    icon: IconBuildingBank,
    open: formOf('bankAccounts', ['bankName', 'accountType']) as unknown as AnyForm<AccountName>,
    sealed: sealedOf('bankAccounts', ['accountNumber', 'routingNumber']),
  },
  {
    entity: 'tradingAccounts',
    icon: IconChartCandle,
    open: formOf('tradingAccounts', ['platform', 'accountName']) as unknown as AnyForm<AccountName>,
    sealed: sealedOf('tradingAccounts', ['accountId', 'apiKey']),
  },
]
