export const totpPath = '/api/auth/totp'

export interface TotpDialogProps {
  readonly onChanged: () => void
  readonly onDone: () => void
}
