"""Passes on the documents of a rendered overlay or chart that are of Kubernetes' own kinds; the others have no schema there."""
import sys

import yaml

OTHERS = {"keda.sh/v1alpha1", "monitoring.coreos.com/v1"}
kept = [document for document in yaml.safe_load_all(sys.stdin) if document and document["apiVersion"] not in OTHERS]
yaml.safe_dump_all(kept, sys.stdout)
