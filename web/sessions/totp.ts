// The person's second factor, as the server tells it.
export const totpPath = '/api/auth/totp'

export interface Standing {
  /** Without one the firm's provider signs the person in, and asks for a second factor itself. */
  readonly hasPassword: boolean
  readonly isOn: boolean
  /** Whether the firm wants everybody to have one. */
  readonly isRequired: boolean
  readonly recoveryCodesLeft: number
}

export interface Offer {
  /** Comes back with the first code. */
  readonly offer: string
  readonly secret: string
  readonly picture: string
}

export interface Told {
  readonly recoveryCodes: readonly string[]
}

export interface TotpDialogProps {
  /** How it stands has changed. */
  readonly onChanged: () => void
  readonly onDone: () => void
}
