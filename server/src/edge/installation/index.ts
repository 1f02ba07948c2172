import { doctor } from './doctor.ts'
import type { InstallationCommand } from './installation-command.ts'
import { newEngineKey } from './new-engine-key.ts'
import { newInstallation } from './new-installation.ts'

export const installationCommands: InstallationCommand[] = [doctor, newInstallation, newEngineKey]
