/** Positions in pixels; `unit` is a hundredth of the shorter side. */
export interface SceneLayout {
  width: number
  height: number
  unit: number
  horizon: number
  /** The y coordinate on which the podium stands. */
  ground: number
  centre: number
}
