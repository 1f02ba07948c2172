/** Whether a provider of this name generates nothing real, also where no provider is configured. */
export const isSimulator = (provider: string): boolean =>
  provider === 'simulator' || provider.startsWith('simulator-')
