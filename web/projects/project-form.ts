// What the project forms hold and what they send: the person's words, with blanks as null.
import type { Row } from '#schema/registry.ts'
import { statusClass } from '#schema/enumerations.ts'
import { currencyUnits } from '#web/ui/money-format.ts'
import { groupedDecimal, typedDecimal } from '#web/ui/typed-decimal.ts'

export type ProjectValues = {
  name: string
  type: string
  status: string
  description: string
  isVisibleToInvestors: boolean
  targetAmount: string
  expectedIRR: string
  location: string
  paymentInstallment: string
}

export const newProject: ProjectValues = {
  name: '',
  type: 'REAL_ESTATE',
  status: '',
  description: '',
  isVisibleToInvestors: true,
  targetAmount: '',
  expectedIRR: '',
  location: '',
  paymentInstallment: '6_MONTHS',
}

export const valuesOfProject = (project: Row<'projects'>): ProjectValues => ({
  name: project.name,
  type: project.type,
  status: statusClass(project.status),
  description: project.description ?? '',
  isVisibleToInvestors: project.isVisibleToInvestors ?? true,
  targetAmount: groupedDecimal(project.targetAmount ?? ''),
  expectedIRR: project.expectedIRR ?? '',
  location: project.location ?? '',
  paymentInstallment: project.paymentInstallment,
})

export const percentUnits = ['%'] as const

/** The typed figures as decimals, where they are any. */
export const figuresOf = (values: Pick<ProjectValues, 'targetAmount' | 'expectedIRR'>, currency: string) => ({
  targetAmount: typedDecimal(values.targetAmount, currencyUnits(currency)),
  expectedIRR: typedDecimal(values.expectedIRR, percentUnits),
})

/** A status that the person did not touch stays as it is stored: FUNDED shows as Active and is not rewritten. */
export function fieldsOfProject(
  { status, ...values }: ProjectValues,
  currency: string,
  seen?: Row<'projects'>,
): Record<string, unknown> {
  const figures = figuresOf(values, currency)
  const fields = {
    ...values,
    targetAmount: figures.targetAmount || null,
    expectedIRR: figures.expectedIRR || null,
    description: values.description || null,
    location: values.location || null,
  }
  return seen && status !== statusClass(seen.status) ? { ...fields, status } : fields
}
