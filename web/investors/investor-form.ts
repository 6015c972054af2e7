import type { Row } from '#schema/registry.ts'

export type InvestorValues = {
  firstName: string
  lastName: string
  email: string
  phone: string
  address: string
}

export const newInvestor: InvestorValues = { firstName: '', lastName: '', email: '', phone: '', address: '' }

export const valuesOfInvestor = (investor: Row<'investors'>): InvestorValues => ({
  firstName: investor.firstName,
  lastName: investor.lastName ?? '',
  email: investor.email,
  phone: investor.phone ?? '',
  address: investor.address ?? '',
})

/** The person's words; an e-mail address holds no space, so one around it was not meant. */
export const fieldsOfInvestor = (values: InvestorValues): Record<string, unknown> => ({
  firstName: values.firstName,
  lastName: values.lastName || null,
  email: values.email.trim(),
  phone: values.phone || null,
  address: values.address || null,
})
