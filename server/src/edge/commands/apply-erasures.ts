import { type Command, withStorage } from '#edge/command-line'
import { applyErasures as apply } from '#privacy/erasures'

export const applyErasures: Command = {
  name: 'apply-erasures',
  usage:
    'apply-erasures                         erase again what was erased, after restoring an older database',
  run: () =>
    withStorage(async (app) => {
      const { logged, applied, waiting } = await apply(app)
      console.log(
        `${logged} erasures in the log: ${applied} applied, ${logged - applied} known` +
          (waiting > 0 ? `; ${waiting} end when their jobs have ended` : ''),
      )
      return 0
    }),
}
