export interface SharedAccounts {
  readonly shown: readonly { readonly email: string }[]
}

/** Whether everybody may know the account: visitors of the demo share it, so it stays as it is. */
export const isDemoAccount = ({ shown }: SharedAccounts, email: string): boolean =>
  shown.some((each) => each.email === email)
