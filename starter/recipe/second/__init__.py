"""The second round of training, on an accelerator."""
