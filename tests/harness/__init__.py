"""What the suite stands on: its servers, the whole product, a browser. Each file is a pytest plug-in (see conftest)."""
