// A key with parameters: in English from the server, translated on screens.

export const issueTexts = {
  required: 'This field is required',
  projectName: 'Project name is required',
  amount: 'Amount is required',
  documentName: 'Document name is required',
  name: 'Name is required',
  allRequired: 'Please fill in all required fields',
  email: 'Please enter a valid email address',
  min: 'Minimum {min} characters required',
  max: 'Maximum {max} characters allowed',
  text: 'Expected text',
  characters: 'This text contains characters that cannot be stored',
  choice: 'Choose one of: {options}',
  phone: 'Expected a phone number, for example +90 532 123 4567',
  timeZone: 'Expected a time zone, for example Europe/Istanbul',
  time: 'Expected a time from 00:00 to 23:59',
  bothTimes: 'Please enter both times or leave both blank',
  sameTimes: 'The two times must differ',
  flag: 'Expected yes or no',
  decimal: 'Expected a decimal number, for example "1250.00"',
  decimals: 'At most {scale} decimal places are allowed',
  digits: 'At most {digits} digits before the decimal point are allowed',
  low: 'Must be at least {min}',
  high: 'Must be at most {max}',
  above: 'Must be greater than {above}',
  date: 'Expected a valid date as YYYY-MM-DD',
  moment: 'Expected a date and time as ISO 8601 in UTC',
  reference: 'Expected the ID of a record',
  missing: 'This record does not exist or cannot be chosen here',
  url: 'Expected a web address',
  unknown: 'This field does not exist',
  byServer: 'This field is set by the server',
  fixed: 'This field cannot be changed',
  base: 'The original value is missing. Reload the record and try again.',
  ifMatch: 'Read the record first, then send its ETag as If-Match',
  redemptionBeforeInvestment: 'The redemption date must not be before the investment date',
  exitBeforeInvestment: 'The exit date must not be before the investment date',
  exitInFuture: 'The exit date must not be in the future',
  kycReviewInPast: 'The next review must not be in the past',
  kycReviewTooLate: 'The next review must be within five years',
  exitWithoutStatus: 'Only an exited investment can have an exit date',
  ownRecord: 'Choose which of your records the document belongs to',
  mostDocuments: 'The limit of {max} documents has been reached. Ask your firm to delete some.',
  sameCurrency: 'The two currencies must differ',
  unique: 'This value already exists',
  password: 'The password is incorrect',
  guessable: 'This password is easy to guess. Use several unrelated words or more characters.',
  noPassword: 'You have no password yet. Request a link on the sign-in page, set a password, and try again.',
  ownFactor: 'Turn on two-step verification for yourself first, under Settings, Security',
  signed: 'This can no longer be changed because the document has been signed',
  evidence: 'This document was used for a KYC decision and can no longer be changed. Upload a new document instead.',
  code: 'The code is incorrect',
  codeExpired: 'The QR code has expired. Cancel, then turn on two-step verification again.',
  account: 'A user with this email address already exists',
  invited: 'This email address has already been invited',
  noMail:
    'This server can send links only by email, and email has not been set up. Ask its operator to set SMTP_URL or INVITATION_LINKS=shown.',
  domains: 'Expected domains separated by commas, for example firm.example',
  issuer: 'Expected an https address without a query string',
  domain: 'Staff must have an email address at an allowed domain: {domains}',
  cycle: 'A referrer cannot refer themselves, either directly or through others',
  chain: 'A chain of referrers can have at most {max} links',
  purged: 'This record was deleted more than 30 days ago and cannot be restored',
  object: 'Expected an object with fields',
  state: 'The record has changed, so this is no longer possible',
  tooManyRows: 'This would change {rows} records; while there are unsent changes, one action can change at most {max}.',
  fileName: 'The file name is missing',
  fileType: 'The file type is not supported. Choose one of these types: {types}',
  fileContent: 'The file is damaged, or its contents do not match its file type, so it cannot be stored on the server.',
  otherPassphrase: 'The two passphrases do not match',
  passphrase: 'The passphrase is incorrect, or the file is damaged',
  unsentFile: 'This is not a file of unsent changes, or the file is damaged',
  newerFile: 'This file was saved by a newer version of Holdfast. Update Holdfast, then open the file again.',
  otherPersonsFile: 'This file was saved by another user or at another firm',
  fileHash: 'The file was damaged during the upload. Please upload it again.',
} as const

export type IssueKey = keyof typeof issueTexts
export interface Issue {
  readonly key: IssueKey
  readonly params?: Readonly<Record<string, string | number>>
}
export type Issues = Readonly<Record<string, Issue>>

export const issueText = ({ key, params = {} }: Issue): string =>
  issueTexts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))

export const issueSentences = (issues: Issues): Record<string, string> =>
  Object.fromEntries(Object.entries(issues).map(([field, issue]) => [field, issueText(issue)]))

/** Sentences in English, and issues for other languages. */
export const issuesBody = (issues: Issues): { readonly errors: Record<string, string>; readonly issues: Issues } => ({
  errors: issueSentences(issues),
  issues,
})

/** A newer version may have sent it. */
export const isIssueKey = (key: string): key is IssueKey => Object.hasOwn(issueTexts, key)
