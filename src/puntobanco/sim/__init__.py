"""Study by trial: shoes dealt by the million, sessions under staking plans, and what they show."""
