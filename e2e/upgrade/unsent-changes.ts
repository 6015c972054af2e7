import { expect, type Page } from 'playwright/test'
import type { Fields } from '../support/api.ts'
import { rowOf, search } from '../support/app.ts'
import type { Firm } from './firm.ts'
import { fillIn, submitDialog, submitDialogInTab } from './forms.ts'

export interface UnsentChange {
  readonly perform: (page: Page, firm: Firm) => Promise<void>
  /** A URL in the app, the text shown there, and the button that reveals it. */
  readonly expected: (firm: Firm) => readonly [address: string, text: string | RegExp, button?: string]
  /** Its row: the route of its entity, how it is found, and its fields; null if it is deleted. */
  readonly path: string
  readonly find: (firm: Firm) => Fields
  readonly fields: (firm: Firm) => Fields | null
}

const remove = (address: (firm: Firm) => string, title: string) => submitDialog(address, title, {}, 'Delete')

async function saveView(page: Page): Promise<void> {
  await page.goto('/investments')
  await search(page, 'upview')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view…' }).click()
  await fillIn(page, page.getByRole('dialog', { name: 'Save View' }), { Name: 'UpView' }, 'Save View')
}

async function dismissDuplicate(page: Page, { namesake }: Firm): Promise<void> {
  await page.goto(`/investors?dialog=details&record=${namesake.id}`)
  await page.getByRole('button', { name: 'Not a Duplicate' }).click()
  await expect(page.getByText('These records stay two investors.')).toBeVisible()
}

const idOf = (record: keyof Firm) => (firm: Firm) => ({ id: firm[record].id })
const edit = (path: string, record: keyof Firm) => (firm: Firm) => `/${path}?dialog=edit&record=${firm[record].id}`
const quayDetails = ({ quay }: Firm) => `/projects?dialog=details&record=${quay.id}`

export const unsentChanges: Readonly<Record<string, UnsentChange>> = {
  'a project': {
    perform: submitDialog(
      '/projects?dialog=create',
      'Create New Project',
      { Name: 'UpPier', Location: 'Aqaba' },
      'Create Project',
    ),
    expected: () => ['/projects?q=UpPier', 'Aqaba'],
    path: 'projects',
    find: () => ({ name: 'UpPier' }),
    fields: () => ({ location: 'Aqaba' }),
  },
  'an edited project': {
    perform: submitDialog(edit('projects', 'quay'), 'Edit Project', { Location: 'Fes' }, 'Save Changes'),
    expected: () => ['/projects?q=UpQuay', 'Fes'],
    path: 'projects',
    find: idOf('quay'),
    fields: () => ({ name: 'UpQuay', location: 'Fes' }),
  },
  'an edit of an unsent project': {
    perform: async (page) => {
      await page.goto('/projects?q=UpPier')
      await rowOf(page, 'UpPier').getByRole('button', { name: 'Edit' }).click()
      const values = { 'Target Amount': '1250000' }
      await fillIn(page, page.getByRole('dialog', { name: 'Edit Project' }), values, 'Save Changes')
    },
    expected: () => ['/projects?q=UpPier', /\$1\.25M|\$1,250,000/],
    path: 'projects',
    find: () => ({ name: 'UpPier' }),
    fields: () => ({ targetAmount: '1250000.00' }),
  },
  'a deleted project': {
    perform: remove(({ shed }) => `/projects?dialog=delete&record=${shed.id}`, 'Delete Project'),
    expected: () => ['/projects?q=UpShed', 'No projects match your search criteria.'],
    path: 'projects',
    find: idOf('shed'),
    fields: () => null,
  },
  'a valuation': {
    perform: submitDialogInTab(quayDetails, ['Project Details', 'Valuations', 'Add Valuation'], {
      'Net Asset Value': '1,250',
    }),
    expected: ({ quay }) => [`/projects?dialog=details&record=${quay.id}&tab=valuations`, '$1,250.00'],
    path: 'valuations',
    find: ({ quay }) => ({ projectId: quay.id }),
    fields: () => ({ nav: '1250.00' }),
  },
  'a cash flow': {
    perform: submitDialogInTab(quayDetails, ['Project Details', 'Cash Flows', 'Add Cash Flow'], {
      Type: { option: 'Dividend' },
      Amount: '4321',
    }),
    expected: ({ quay }) => [`/projects?dialog=details&record=${quay.id}&tab=cashFlows`, '$4,321.00'],
    path: 'cash-flows',
    find: ({ quay }) => ({ projectId: quay.id }),
    fields: () => ({ amount: '4321.00' }),
  },
  'an investor': {
    perform: submitDialog(
      '/investors?dialog=create',
      'Add New Investor',
      { 'First Name': 'Up', 'Last Name': 'UpNew', Email: 'upnew@example.test' },
      'Add Investor',
    ),
    expected: () => ['/investors?q=UpNew', 'Up UpNew'],
    path: 'investors',
    find: () => ({ lastName: 'UpNew' }),
    fields: () => ({ email: 'upnew@example.test' }),
  },
  'an edited investor': {
    perform: submitDialog(
      edit('investors', 'investorToEdit'),
      'Edit Investor',
      { Address: '3 Quay Street' },
      'Save Changes',
    ),
    expected: ({ investorToEdit }) => [`/investors?dialog=details&record=${investorToEdit.id}`, '3 Quay Street'],
    path: 'investors',
    find: idOf('investorToEdit'),
    fields: () => ({ address: '3 Quay Street', kycStatus: 'APPROVED' }),
  },
  'a KYC status': {
    perform: submitDialog(
      ({ investorToEdit }) => `/investors?dialog=kyc&record=${investorToEdit.id}`,
      'Change KYC Status',
      { 'KYC Status': { option: 'Approved' }, 'Reason for the KYC Status': 'Passport seen' },
      'Save Changes',
    ),
    expected: ({ investorToEdit }) => [`/investors?dialog=details&record=${investorToEdit.id}`, 'Passport seen'],
    path: 'investors',
    find: idOf('investorToEdit'),
    fields: () => ({ kycReason: 'Passport seen', kycStatus: 'APPROVED' }),
  },
  'a deleted investor': {
    perform: remove(
      ({ investorToDelete }) => `/investors?dialog=delete&record=${investorToDelete.id}`,
      'Delete Investor',
    ),
    expected: () => ['/investors?q=UpLeaver', 'No investors match your search criteria.'],
    path: 'investors',
    find: idOf('investorToDelete'),
    fields: () => null,
  },
  'two merged investors': {
    perform: submitDialog(
      ({ mergeTarget }) => `/investors?dialog=merge&record=${mergeTarget.id}`,
      'Merge Investors',
      {},
      'Merge',
    ),
    expected: () => ['/investors?q=UpGoes', 'No investors match your search criteria.'],
    path: 'investments',
    find: idOf('movedInvestment'),
    fields: ({ mergeTarget }) => ({ investorId: mergeTarget.id, amount: '250.00' }),
  },
  'a dismissed duplicate': {
    perform: dismissDuplicate,
    expected: ({ namesake }) => [`/investors?dialog=details&record=${namesake.id}`, /^Not the same investor/],
    path: 'not-duplicates',
    find: ({ namesake, duplicate }) => {
      const [firstId, secondId] = [namesake.id, duplicate.id].toSorted()
      return { firstId, secondId }
    },
    fields: () => ({}),
  },
  'an investment': {
    perform: submitDialog(
      '/investments?dialog=create',
      'Create New Investment',
      { Project: { option: 'UpQuay' }, Investor: { option: 'Up UpMover' }, Amount: '123456.78' },
      'Create Investment',
    ),
    expected: () => ['/investments?q=123456', 'Up UpMover'],
    path: 'investments',
    find: () => ({ amount: '123456.78' }),
    fields: ({ quay, investorToEdit }) => ({ projectId: quay.id, investorId: investorToEdit.id, status: 'COMMITTED' }),
  },
  'an edited investment': {
    perform: submitDialog(
      edit('investments', 'editedInvestment'),
      'Edit Investment',
      { Amount: '8000' },
      'Save Changes',
    ),
    expected: () => ['/investments?q=8000.00', 'Up UpMover'],
    path: 'investments',
    find: idOf('editedInvestment'),
    fields: () => ({ amount: '8000.00' }),
  },
  'a referral': {
    perform: submitDialog('/referrals?dialog=create', 'Add New Referral', { Name: 'UpScout' }, 'Add Referral'),
    expected: () => ['/referrals?q=UpScout', 'UpScout'],
    path: 'referrals',
    find: () => ({ name: 'UpScout' }),
    fields: () => ({ isActive: true }),
  },
  'an edited referral': {
    perform: submitDialog(edit('referrals', 'contact'), 'Edit Referral', { Phone: '+961 1 555 010' }, 'Save Changes'),
    expected: () => ['/referrals?q=UpContact', '+961 1 555 010'],
    path: 'referrals',
    find: idOf('contact'),
    fields: () => ({ phone: '+961 1 555 010' }),
  },
  'a commission agreement': {
    perform: submitDialogInTab(
      ({ contact }) => `/referrals?dialog=details&record=${contact.id}`,
      ['Referral Details', 'Commission', 'Add Commission'],
      { Project: { option: 'UpQuay' }, Commission: '2.5' },
    ),
    expected: ({ contact }) => [`/referrals?dialog=details&record=${contact.id}&tab=commissions`, /^2\.50?%$/],
    path: 'referral-commissions',
    find: ({ contact }) => ({ referralId: contact.id }),
    fields: ({ quay }) => ({ projectId: quay.id, commissionPercentage: '2.50' }),
  },
  'a renamed document': {
    perform: submitDialog(edit('documents', 'cachedDocument'), 'Edit Document', { Name: 'UpRenamed' }, 'Save Changes'),
    expected: () => ['/documents?q=UpRenamed', 'UpRenamed'],
    path: 'documents',
    find: idOf('cachedDocument'),
    fields: () => ({ name: 'UpRenamed', fileState: 'STORED' }),
  },
  'an exchange rate': {
    perform: submitDialog(
      '/settings/exchange-rates?dialog=create',
      'Add Exchange Rate',
      { From: { option: 'AED' }, Rate: '0.2712' },
      'Add Exchange Rate',
    ),
    expected: () => ['/settings/exchange-rates?q=AED', /0\.2712/],
    path: 'exchange-rates',
    find: () => ({ rate: '0.271200' }),
    fields: () => ({ fromCurrency: 'AED', toCurrency: 'USD' }),
  },
  'a saved view': {
    perform: saveView,
    expected: () => ['/investments', 'UpView', 'Views'],
    path: 'saved-views',
    find: () => ({ name: 'UpView' }),
    fields: () => ({ list: 'investments', address: '?q=upview' }),
  },
}
