// The person's second factor, as the server tells it.
export const totpPath = '/api/auth/totp'

export interface TotpDialogProps {
  /** How it stands has changed. */
  readonly onChanged: () => void
  readonly onDone: () => void
}
