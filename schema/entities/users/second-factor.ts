export interface SecondFactorState {
  /** Without one, the firm's provider signs the person in and no code is required. */
  readonly hasPassword: boolean
  readonly isOn: boolean
  readonly isRequired: boolean
  readonly recoveryCodesLeft: number
}

/** It takes effect with the first valid code. */
export interface TotpOffer {
  /** The sealed secret, returned with the first code. */
  readonly offer: string
  readonly secret: string
  readonly uri: string
  readonly picture: string
}

/** Shown once, when created or renewed. */
export interface NewRecoveryCodes {
  readonly recoveryCodes: readonly string[]
}
