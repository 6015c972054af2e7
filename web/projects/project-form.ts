// What the project forms hold and what they send: the person's words, with blanks as null.
import type { Row } from '#schema/registry.ts'
import { statusClass } from '#schema/enumerations.ts'
import { typedDecimal } from '#web/ui/typed-decimal.ts'

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
  targetAmount: project.targetAmount ?? '',
  expectedIRR: project.expectedIRR ?? '',
  location: project.location ?? '',
  paymentInstallment: project.paymentInstallment,
})

/** A status that the person did not touch stays as it is stored: FUNDED shows as Active and is not rewritten. */
export function fieldsOfProject({ status, ...values }: ProjectValues, seen?: Row<'projects'>): Record<string, unknown> {
  const fields = {
    ...values,
    targetAmount: typedDecimal(values.targetAmount) || null,
    expectedIRR: typedDecimal(values.expectedIRR) || null,
    description: values.description || null,
    location: values.location || null,
  }
  return seen && status !== statusClass(seen.status) ? { ...fields, status } : fields
}
