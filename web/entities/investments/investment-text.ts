import i18next from 'i18next'
import { type InvestmentStatus, investmentStatuses, sameStatuses } from '#schema/kernel/enumerations.ts'
import { fullName } from '#schema/entities/investors/entity.ts'
import type { Row } from '#schema/registry.ts'
import { nameOfProject } from '#web/records/names/project-name.ts'
import type { Store } from '#web/store/base/contract.ts'
import { wholeMoney } from '#web/ui/format/numbers/money-format.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

export const usualOrder = '-investmentDate'

/** All statuses of its class, so that searching FUNDED finds ACTIVE and the other way round. */
const wordsOf = (status: InvestmentStatus): string =>
  sameStatuses(status)
    .map((each) => `${i18next.t(`investments:choices.status.${each}`)} ${each}`)
    .join(' ')

type TextOf = (investment: Row<'investments'>) => string

const textByStore = perLocale(() => new WeakMap<Store, TextOf>())

/** Per store and language, so that views can cache the texts. */
export function investmentText(store: Store): TextOf {
  const cached = textByStore().get(store)
  if (cached) return cached
  const statusTexts = new Map(investmentStatuses.map((status) => [status, wordsOf(status)]))
  const [projects, investors] = [store.table('projects'), store.table('investors')]
  const text: TextOf = (investment) => {
    const { investorId, amount, currency, status } = investment
    const investor = investors.get(investorId)
    const names = `${nameOfProject(investment, projects) ?? ''} ${investor ? fullName(investor) : ''}`
    return `${names} ${amount} ${wholeMoney(amount, currency)} ${statusTexts.get(status) ?? status}`
  }
  textByStore().set(store, text)
  return text
}

export const investmentJoins = [
  { entity: 'projects', via: 'projectId' },
  { entity: 'investors', via: 'investorId' },
] as const
