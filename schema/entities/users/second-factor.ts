// A person's second factor, as the server tells it.

export interface SecondFactorState {
  /** Without one the firm's provider signs the person in, and nobody asks them for a code here. */
  readonly hasPassword: boolean
  readonly isOn: boolean
  /** Whether the firm wants everybody to have one. */
  readonly isRequired: boolean
  readonly recoveryCodesLeft: number
}

/** A secret for the person's app; it counts once a code shows that the app has it. */
export interface TotpOffer {
  /** The same secret, sealed for the person: it comes back with the first code. */
  readonly offer: string
  readonly secret: string
  /** The address that the app reads, and a picture of it. */
  readonly uri: string
  readonly picture: string
}

/** Told once, when the second factor is turned on or they are renewed. */
export interface NewRecoveryCodes {
  readonly recoveryCodes: readonly string[]
}
