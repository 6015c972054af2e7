export interface SharedAccounts {
  readonly shown: readonly { readonly email: string }[]
}

/** Demo accounts are shared by visitors and must not change. */
export const isDemoAccount = ({ shown }: SharedAccounts, email: string): boolean =>
  shown.some((each) => each.email === email)
