"""THE TABLE. Pure: rules + state + request or report -> events; knows no clock, store or shoe."""
