"""Static files under names that hold their hash, also where one script imports another."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class ModuleStaticFilesStorage(ManifestStaticFilesStorage):
    """Django's own, told to rewrite the imports of ES modules too: a page never mixes scripts of two releases."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 12  # a script's name follows from those that it imports: as many as they lie deep
