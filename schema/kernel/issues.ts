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
  text: 'Text is expected',
  characters: 'This text holds characters that cannot be stored',
  choice: 'Choose one of: {options}',
  phone: 'A phone number is expected, such as +90 532 123 4567',
  timeZone: 'A time zone is expected, such as Europe/Istanbul',
  time: 'A time from 00:00 to 23:59 is expected',
  bothTimes: 'Both times are expected, or neither',
  sameTimes: 'The two times are the same',
  flag: 'Yes or no is expected',
  decimal: 'A decimal number is expected, such as "1250.00"',
  decimals: 'At most {scale} decimals are allowed',
  digits: 'At most {digits} digits before the decimal point are allowed',
  low: 'Must be at least {min}',
  high: 'Must be at most {max}',
  above: 'Must be more than {above}',
  date: 'A date that exists is expected, as YYYY-MM-DD',
  moment: 'A moment in time is expected, as ISO 8601 in UTC',
  reference: 'The id of a record is expected',
  missing: 'This record does not exist',
  url: 'A web address is expected',
  unknown: 'This field does not exist',
  byServer: 'This field is set by the server',
  fixed: 'This field cannot be changed',
  base: 'What was seen before the change is missing',
  ifMatch: 'Read the record first, then send its ETag as If-Match',
  redemptionBeforeInvestment: 'The redemption date lies before the investment date',
  exitBeforeInvestment: 'The exit date lies before the investment date',
  exitInFuture: 'The exit date lies in the future',
  exitWithoutStatus: 'Only an exited investment has an exit date',
  ownRecord: 'Choose which of your records this belongs to',
  mostDocuments: 'There are {max} documents here already. Please ask your firm to remove some',
  sameCurrency: 'The two currencies are the same',
  unique: 'This exists already',
  password: 'The password is not right',
  guessable: 'This password is easy to guess. Choose several unrelated words, or more characters',
  noPassword: 'You have no password yet. Ask for a link on the sign-in page, set one, and try again',
  ownFactor: 'Turn on your own second factor first, under Settings, Security',
  signed: 'This has been signed, so it stays as it is',
  code: 'The code is not right',
  account: 'An account with this e-mail exists already',
  invited: 'This e-mail is invited already',
  noMail:
    'Links are only mailed on this server, and it has no mail server. Ask its operator for SMTP_URL or INVITATION_LINKS=shown',
  domains: 'Domains such as firm.example are expected, separated by commas',
  issuer: 'An https address without a query is expected',
  domain: 'Your firm invites staff with an e-mail at {domains} only',
  cycle: 'A contact cannot refer himself, not even through others',
  chain: 'A chain of referrals has at most {max} links',
  purged: 'This was deleted more than 30 days ago, and its contents are gone',
  object: 'An object with fields is expected',
  state: 'This is not possible in the current state of the record',
  tooManyRows: 'This changes {rows} records, more than the {max} that can wait on a device',
  fileName: 'The name of the file is expected',
  fileType: 'Only files of these types are accepted here: {types}',
  fileContent: 'This file is damaged, or not of the type that it says it is',
  otherPassphrase: 'The two passphrases differ',
  passphrase: 'This passphrase does not open the file',
  unsentFile: 'This is not a file of unsent changes, or it is damaged',
  newerFile: 'A newer version of the app wrote this file. Please update the app first',
  otherPersonsFile: 'Another person, or another firm, saved this file',
  fileHash: 'What arrived is not the file that was announced. Please upload it again',
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
export const issuesAnswer = (issues: Issues): { readonly errors: Record<string, string>; readonly issues: Issues } => ({
  errors: issueSentences(issues),
  issues,
})

/** A newer version may have sent it. */
export const isIssueKey = (key: string): key is IssueKey => Object.hasOwn(issueTexts, key)
