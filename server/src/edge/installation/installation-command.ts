/** A command that needs no running system. `run` returns the exit code. */
export type InstallationCommand = { name: string; usage: string; run: (args: string[]) => Promise<number> }
