import { exportedEntities, leftOutFields } from './exported-tables.ts'

interface About {
  readonly firm: string
  readonly tenantId: string
  readonly exportedAt: string
}

const leftOut = (): string =>
  exportedEntities
    .filter((entity) => leftOutFields(entity).length > 0)
    .map((entity) => `  ${entity.name}: ${leftOutFields(entity).join(', ')}`)
    .join('\n')

export const readmeOf = ({ firm, tenantId, exportedAt }: About): string => `All data of ${firm}
Firm id: ${tenantId}
Exported at: ${exportedAt}

FILES
  SHA256SUMS           SHA-256 of every other file. Check with: sha256sum -c SHA256SUMS
  firm.csv             the firm and its settings
  tables/NAME.csv      one file for each kind of record, with deleted records
  files.csv            the list of uploaded files, with their records and paths
  files/ID/NAME        the uploaded files under their original names
  held-changes.csv     changes of revoked devices that nobody has decided yet, as the devices sent them
  audit-records.csv    the audit trail of records
  audit-events.csv     the audit trail of sign-ins, refusals and jobs
  audit-heads.csv      where both trails end

Everything was read in one snapshot of the database. Rows are linked by ids: a column such as investorId
holds the id of a row in tables/investors.csv, and userId one in tables/users.csv.

FORMAT
CSV as in RFC 4180: UTF-8, commas, CRLF, double quotes. The first line has the names of the columns. An empty cell is
null; "" is an empty text. Amounts are decimal numbers, dates are YYYY-MM-DD, times are UTC in ISO 8601, and
structured values are JSON. A row with deletedAt was deleted by the change deletedIn; emptied lists the references
that this removed. Values are exact: a spreadsheet may take a text that
begins with = for a formula, so import columns as text.

NOT IN THIS EXPORT
  Passwords, second factors, cookies and tokens; bank and trading account numbers, which are encrypted (their visible
  endings are here); the secret of the firm's identity provider; push subscriptions; and these fields:
${leftOut()}
  Also drafts and changes that devices have not sent, the responses kept for repeated requests, and earlier states of
  records, of which the audit trail has the values.

THE CHAIN OF THE AUDIT TRAIL
Each trail is a chain. "place" counts from 1 without gaps. "previousHash" is the "hash" of the place before; that of
place 1 is 64 zeros. Anybody can check this, and that the last hash is the one in audit-heads.csv.

"hash" is HMAC-SHA256, in hexadecimal, of this text in UTF-8:
  1. Take these members in this order: action, chain, details, entityId, entityType, id, keyId, number, place,
     previousHash, tenantId, timestamp, userId. tenantId is the firm id above; all others are columns.
  2. Leave out members whose cell is empty.
  3. Write {"NAME":VALUE,"NAME":VALUE} without spaces. number and place are numbers, details is the text of the cell,
     and every other value is a JSON string.

The key is HKDF-SHA256 of the server's secret key named in keyId, with an empty salt, the info "holdfast audit chain"
and 32 bytes. The operator of the server holds it. It is not in this export, because whoever has it could write another
chain. Ask the operator, or somebody whom both sides trust, to compute the hashes. In audit-heads.csv "seal" is KEYID, a
colon, and the HMAC under the same key of
  {"chain":CHAIN,"end":true,"hash":HASH,"place":PLACE,"tenantId":FIRM}

An entry without keyId is from before there were keys: its hash is the SHA-256 of previousHash followed by the JSON of
action, details, entityId, entityType, id, number, timestamp and userId, in this order and with null.

When a deleted record is purged, its values leave the details of its entries, so their hashes no longer match. A later
entry whose action ends with .purge names that record. When a person is erased, "erased:" and a salted hash stand for
each value, and a later entry whose action ends with .erase lists each such entry: its hash, and the SHA-256 of the text
above with what is left.
`
