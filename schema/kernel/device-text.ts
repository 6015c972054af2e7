export const deviceKeys = ['deviceOn', 'androidPhone', 'androidTablet'] as const
export type DeviceKey = (typeof deviceKeys)[number]

/** A device is stored in English, such as "Chrome on Android phone". Only these parts have translations. */
const systemKeys: Readonly<Record<string, DeviceKey>> = {
  'Android phone': 'androidPhone',
  'Android tablet': 'androidTablet',
}

export function deviceText(
  stored: string,
  translate: (key: DeviceKey, values?: { readonly browser: string; readonly system: string }) => string,
): string {
  const systemText = (system: string): string => {
    const key = systemKeys[system]
    return key ? translate(key) : system
  }
  const [browser = '', system] = stored.split(/ on (.*)/)
  return system ? translate('deviceOn', { browser, system: systemText(system) }) : systemText(browser)
}
