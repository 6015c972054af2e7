/** Asks the browser not to make room with what this device keeps. */
export const keepStorage = async (): Promise<unknown> => (navigator as Partial<Navigator>).storage?.persist()
