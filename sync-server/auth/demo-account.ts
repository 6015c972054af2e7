export interface SharedAccounts {
  readonly shown: readonly { readonly email: string }[]
}

export const isDemoAccount = ({ shown }: SharedAccounts, email: string): boolean =>
  shown.some((each) => each.email === email)
